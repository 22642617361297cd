/**
 * Types for modules of oidc-provider that are imported directly. The package's index prints a
 * warning on Node 20, which this project supports and tests.
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
