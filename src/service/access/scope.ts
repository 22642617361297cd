/** The only scope of access tokens. The rights of a token depend on the plan of its account. */
export const scope = 'catalysts:read';
