/** The server's icon, a capsule: PNG of 48 × 48 pixels in Base64. */
export const iconBase64 = [
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAYAAABXAvmHAAABsUlEQVR42u2aoW7DMBRFDQcGCwYKBwb6CSODA5NSUBBQ',
  'KQWDBYP7gYGBwsJVGiitVDAwMJJPCBgM2CcUFHq5UbJFVZf4OU7yXjpLlxmcI9t5jm2l/mjnd9MgySZJnER3lDhjCJRp',
  'Szp7HUOXyXhV8CuG4IdZSYY/LpFNGy0sXlEgFigQF782WmgClX2mpApspE6f32kkGD5NqwL+00KvP0IdRp8/WW7f9Wj2',
  'wFsAgIAtaxAZTu75CVzPH/Vuv9cmLYq/yBKKC3xxJFgI2MDnjbImFDd46igobvBoWPCdCLiA/xewAp/dpnElgWLXmgDA',
  'd9uzNK4kULFbEcjh9ZtK40KCMn1qCRzCu5BAX+q+SLmEryOBPujb+F6oCt5GwhaeLDDyx0bwFIk68GSB8OXCGN5Eoi48',
  'ScCf35DhyyRcwJME1otLa4FjEi7gSQI206dMovV/4pMXaAKeJLB8vmIHTxJADeAGT64D1FFoGp4sMBxPdPQ6YANvtReC',
  'RNVIYMFjyrE+WgQgRACbB8UOFbu3Z6NNCYg/Xhd/wSH7ikn8JV8vrlnFX3T34qlBLx57SHxu8w3hIYQcODBulQAAAABJ',
  'RU5ErkJggg==',
].join('');

export const icons = [
  { src: `data:image/png;base64,${iconBase64}`, mimeType: 'image/png', sizes: ['48x48'] },
];
