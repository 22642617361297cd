import { expect, it, onTestFinished } from 'vitest';
import { environment, runToEnd, startServer } from '../acceptance/stage.ts';
import { builtMain, temporaryFolder } from '../support-mcp.ts';
import { Flow, publicUrl } from './flow.ts';

it('the built program lets a client in, whose grant outlives it', async () => {
  const dataDir = temporaryFolder();
  await runToEnd([process.execPath, builtMain, 'refresh', 'demo'], environment(dataDir));
  const start = () =>
    startServer({ program: builtMain }, dataDir, { CATALYST_PUBLIC_URL: publicUrl });
  const first = await start();
  onTestFinished(() => first.stop());
  const { flow, tokens } = await Flow.grant(first, 'demo');
  expect((await flow.list(tokens.access_token)).status).toBe(200);
  await first.stop();

  const second = await start();
  onTestFinished(() => second.stop());
  const later = new Flow(second);
  later.clientId = flow.clientId;
  expect((await later.list(tokens.access_token)).status).toBe(200);
  expect((await later.refresh(tokens.refresh_token)).status).toBe(200);
  expect(first.log()).not.toContain(tokens.access_token);
});
