/**
 * Types for modules of oidc-provider. This project imports the modules directly, because the
 * package's index prints a warning on Node 20.
 */
declare module 'oidc-provider/lib/provider.js' {
  import oidc = require('oidc-provider');
  export import Provider = oidc.Provider;
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  import oidc = require('oidc-provider');
  export = oidc.errors;
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import oidc = require('oidc-provider');
  export = oidc.interactionPolicy;
}
