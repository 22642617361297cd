/**
 * Modules of oidc-provider behind its index. The index warns of Node 20, on which this project runs
 * and is tested; warnings of the modules themselves are still shown.
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
