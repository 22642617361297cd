import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { unread } from '../../src/commands/context.ts';

it('an output that is closed by its reader ends the command quietly; other errors are reported', async () => {
  const failing = (code: string) => {
    const stdout = new PassThrough();
    const ended = unread(stdout);
    stdout.emit('error', Object.assign(new Error(code), { code }));
    return ended;
  };
  await expect(failing('EPIPE')).resolves.toBeUndefined();
  await expect(failing('ENOSPC')).rejects.toThrow('ENOSPC');
});
