import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { unread } from '../../src/commands/context.ts';

describe('an output', () => {
  it('that is closed by its reader ends the command quietly; other errors are reported', async () => {
    const failing = (code: string) => {
      const stdout = new PassThrough();
      const ended = unread(stdout);
      stdout.emit('error', Object.assign(new Error(code), { code }));
      return ended;
    };
    await expect(failing('EPIPE')).resolves.toBeUndefined();
    await expect(failing('ENOSPC')).rejects.toThrow('ENOSPC');
  });
});
