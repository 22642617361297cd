/** The one scope of access tokens: what a token may do is said by the plan of its account. */
export const scope = 'catalysts:read';
