import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { REFRESH_FLAGS } from '../../src/commands/heap.ts';
import { refreshInChild, refreshWords } from '../../src/commands/start-app.ts';
import { contextOn } from '../support/context.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';

/** Creates a script that runs in place of this program. */
function programThat(does: string) {
  const folder = temporaryFolder();
  const noted = join(folder, 'noted.json');
  const program = fileIn(
    folder,
    'program.mjs',
    `import { writeFileSync } from 'node:fs';
     const { CATALYST_DATA_DIR, CATALYST_CONTACT, PATH } = process.env;
     const environment = { CATALYST_DATA_DIR, CATALYST_CONTACT, PATH };
     const words = process.argv.slice(2);
     const flags = process.execArgv;
     writeFileSync(${JSON.stringify(noted)}, JSON.stringify({ words, flags, environment }));
     ${does}`,
  );
  const closing = new AbortController();
  const environment = { CATALYST_CONTACT: 'someone@catalysts-reader.org' };
  const context = {
    ...contextOn('/data/of/the/server', { environment }).context,
    self: [process.execPath, program],
  };
  return {
    closing,
    done: () => refreshInChild(context, '/data/of/this', 'real', closing.signal),
    noted: () => JSON.parse(readFileSync(noted, 'utf8')),
  };
}

describe('a refresh beside a server', () => {
  it('runs this program with its settings on the given folder', async () => {
    const { done, noted } = programThat('');
    await done();
    expect(noted()).toEqual({
      words: ['refresh', 'real'],
      flags: expect.arrayContaining(['--v8-pool-size=1']),
      environment: {
        CATALYST_DATA_DIR: '/data/of/this',
        PATH: process.env.PATH,
        CATALYST_CONTACT: 'someone@catalysts-reader.org',
      },
    });
    const words = ['--v8-pool-size=1', 'main.js', 'refresh', 'demo'];
    expect(refreshWords(['node', 'main.js'], 'demo')).toEqual(['node', ...REFRESH_FLAGS, ...words]);
  });

  it('that fails reports its own message, up to two thousand characters', async () => {
    const told = `'first\\n' + 'x'.repeat(5000)`;
    const { done } = programThat(`process.stderr.write(${told}); process.exitCode = 3;`);
    await expect(done()).rejects.toThrow(
      new Error(`refresh real ended with 3: first\n${'x'.repeat(1_994)}`),
    );
  });

  it('that is killed is reported with its signal', async () => {
    const { done } = programThat(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 9);`);
    await expect(done()).rejects.toThrow('refresh real ended with SIGKILL: ');
  });

  it('ends with the server, which nobody is told', async () => {
    const { done, closing } = programThat('setInterval(() => {}, 1000);');
    const ended = done();
    setTimeout(() => closing.abort(), 50);
    await expect(ended).resolves.toBeUndefined();
    await expect(done()).resolves.toBeUndefined();
  });

  it('that cannot be started says why', async () => {
    const { context } = contextOn(temporaryFolder());
    const absent = { ...context, self: ['/absent/node', 'main.js'] };
    const never = new AbortController();
    onTestFinished(() => never.abort());
    const done = refreshInChild(absent, '/data', 'real', never.signal);
    await expect(done).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
