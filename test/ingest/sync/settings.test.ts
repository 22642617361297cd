import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../src/base/config.ts';

describe('CATALYST_CONTACT', () => {
  it.each(['anna@zorbiva-capital.com', 'https://zorbiva-capital.com/contact', 'a.b+c@x.co.uk'])(
    'takes %s',
    (contact) => {
      expect(readConfig({ CATALYST_CONTACT: contact }).CATALYST_CONTACT).toBe(contact);
    },
  );
  it.each([
    'you@example.com',
    'you@mail.example.org',
    'you@host.example',
    'you@corp.local',
    'https://example.com/me',
  ])('says of %j that examples are refused, and asks for an address of your own', (contact) => {
    const read = () => readConfig({ CATALYST_CONTACT: contact });
    expect(read).toThrow(
      new ConfigError(
        'CATALYST_CONTACT: example and local domains (example.org, .test, .local) are refused; use your own email address',
      ),
    );
  });
  it.each([
    'YOUR_MAIL_ADDRESS',
    'you@localhost',
    'http://zorbiva-capital.com',
    'a@b',
    'anna@zorbiva-capital.com\r\nX-Header: 1',
    'anna bell@zorbiva-capital.com',
  ])('refuses %j and asks for an address of your own', (contact) => {
    const read = () => readConfig({ CATALYST_CONTACT: contact });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/CATALYST_CONTACT: your email address/);
  });
});

describe('CATALYST_MIRROR', () => {
  it.each([
    'https://mirror.zorbiva-capital.com/m',
    'http://127.0.0.1:9000',
    'http://localhost:1',
    'http://[::1]:1',
  ])('takes %s', (mirror) => {
    expect(readConfig({ CATALYST_MIRROR: mirror }).CATALYST_MIRROR).toBe(mirror);
  });
  it.each([
    'http://mirror.zorbiva-capital.com',
    'http://127.0.0.1.zorbiva-capital.com',
    'https://u:p@zorbiva-capital.com',
    'https://zorbiva-capital.com?x=1',
    'ftp://127.0.0.1',
    'mirror',
  ])('refuses %s', (mirror) => {
    expect(() => readConfig({ CATALYST_MIRROR: mirror })).toThrow(/CATALYST_MIRROR/);
  });
});
