import assert from 'node:assert/strict';
import { type Check, check } from './check.ts';
import { codeIn, improper } from './message-abuse.ts';
import { environment, runToEnd, type Stage } from './stage.ts';

const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

/** Runs the malformed-message checks over stdio, where an invalid line must not end the session. */
export async function stdioAbuse(stage: Stage): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [name, message, ...codes] of improper) {
    checks.push(
      await check(`stdio: ${name}`, async () => {
        const [answer, ...rest] = await conversation(stage, [message]);
        assert.equal(rest.length, 0, 'more than one answer');
        return codeIn(answer ?? '', codes);
      }),
    );
  }
  checks.push(
    await check('stdio: a line of 8 MiB', async () => {
      const [answer] = await conversation(stage, ['a'.repeat(8 * 1024 * 1024)]);
      return codeIn(answer ?? '', [-32600, -32700]);
    }),
    await check('stdio: empty lines and notifications are not answered', async () => {
      const quiet = ['', '   ', '{"jsonrpc":"2.0","method":"notifications/no_such"}'];
      assert.deepEqual(await conversation(stage, quiet), []);
      return undefined;
    }),
  );
  return checks;
}

/**
 * Sends lines and then a ping that must get a response.
 *
 * @returns the responses to the lines
 */
async function conversation(
  { program, demoDir }: Stage,
  lines: readonly string[],
): Promise<readonly string[]> {
  const last = ping(99);
  const { stdout, stderr } = await runToEnd([process.execPath, program], environment(demoDir), {
    input: `${[...lines, last].join('\n')}\n`,
    seconds: 20,
  });
  assert.doesNotMatch(stderr, /"level":(50|60)/, 'an error in the log');
  const answers = stdout.split('\n').filter((line) => line !== '');
  const pong = answers.findIndex((line) => line.includes('"id":99'));
  assert.ok(pong >= 0, `the ping after it is not answered: ${stdout.slice(0, 200)}`);
  return answers.filter((_, index) => index !== pong);
}
