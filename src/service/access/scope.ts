/** The only scope of access tokens. The plan of a token's account determines its rights. */
export const scope = 'catalysts:read';
