import { describe, expect, it } from 'vitest';
import { httpSettings, stdioSettings } from '../../src/page/assistant-settings.ts';
import { connecting, type Ways } from '../../src/page/connect.ts';

const origin = 'http://here:1';

/** What is said to each host: its name, whether it is unfolded, what to do, and what to paste. */
function told(ways: Ways) {
  const text = String(connecting(origin, 'KEY', ways)).replaceAll('&quot;', '"');
  const form =
    /<details( open)?><summary>(.*?)<\/summary><p>(.*?)<\/p><div class="code"><pre>(.*?)<\/pre>/gs;
  return [...text.replaceAll('&#39;', "'").matchAll(form)].map(
    ([, isOpen, title, words, code]) => ({ title, isOpen: isOpen !== undefined, words, code }),
  );
}
const headers = { Authorization: 'Bearer KEY' };

describe('how a host reaches this server', () => {
  it('is what to paste, each in its own words', () => {
    expect(told({}).map(({ title, code }) => [title, code])).toEqual([
      ['Claude Desktop', stdioSettings('/path/to/biotech-catalyst-mcp/dist/main.js')],
      [
        'Claude Code',
        'claude mcp add --transport http biotech-catalyst http://here:1/mcp --header "Authorization: Bearer KEY"',
      ],
      ['Cursor', httpSettings(origin, false, 'KEY')],
      [
        'Windsurf',
        JSON.stringify(
          { mcpServers: { 'biotech-catalyst': { serverUrl: 'http://here:1/mcp', headers } } },
          null,
          2,
        ),
      ],
      [
        'VS Code',
        JSON.stringify(
          { servers: { 'biotech-catalyst': { type: 'http', url: 'http://here:1/mcp', headers } } },
          null,
          2,
        ),
      ],
      ['Agent frameworks', 'http://here:1/mcp\nAuthorization: Bearer KEY'],
      ['Programs (REST)', "curl -H 'Authorization: Bearer KEY' 'http://here:1/api/v2/fdacalendar'"],
    ]);
  });

  it('begins with the address of OAuth where there is one; the first is unfolded', () => {
    const [first, second] = told({ resource: 'https://there.example/mcp' });
    expect([first?.title, first?.code]).toEqual([
      ...['Claude on the web and on phones, ChatGPT', 'https://there.example/mcp'],
    ]);
    expect([first?.isOpen, second?.isOpen, second?.title]).toEqual([true, false, 'Claude Desktop']);
    expect(told({}).map(({ isOpen }) => isOpen)).toEqual([true, ...Array(6).fill(false)]);
  });

  it('offers the bundle where it can be had, and says else how it is made', () => {
    const name = 'biotech-catalyst-mcp.mcpb';
    const made = `<code>npm run bundle</code> creates <code>${name}</code> in your copy`;
    for (const ways of [{}, { hasBundle: false }]) {
      expect(told(ways)[0]?.words?.startsWith(made)).toBe(true);
    }
    expect(told({ hasBundle: true })[0]?.words).toContain(
      `Download <a href="/${name}" download>${name}</a> and open it:`,
    );
  });
});
