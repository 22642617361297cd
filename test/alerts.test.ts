import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { findBinary } from './support/engines.ts';
import { fileIn, root, temporaryFolder } from './support/files.ts';

const promtool = findBinary('promtool');
if (!promtool)
  process.stderr.write('Skipped: deploy/alerts.yaml, since promtool is not installed.\n');

describe.runIf(promtool)('deploy/alerts.yaml', () => {
  it('fires for a server that repeatedly counts locally, and not for one that did so once', () => {
    const series = (instance: string, values: string) => ({
      series: `catalyst_limits_in_process{instance="${instance}"}`,
      values,
    });
    const expected = [
      ['13m', ['long']],
      ['20m', ['turns', 'long']],
    ] as const;
    const rules = {
      rule_files: [`${root}deploy/alerts.yaml`],
      evaluation_interval: '15s',
      tests: [
        {
          interval: '15s',
          // After ten minutes, the error time is 15 s of every 45 s, then 150 s without a break,
          // then 30 s.
          input_series: [
            series('turns', `0x40 ${'1 0 0 '.repeat(20)}`),
            series('long', '0x40 1x10 0x50'),
            series('once', '0x40 1 1 0x58'),
          ],
          alert_rule_test: expected.map(([eval_time, instances]) => ({
            eval_time,
            alertname: 'CatalystLimitsInProcess',
            exp_alerts: instances.map((instance) => ({
              exp_labels: { instance, severity: 'ticket' },
              exp_annotations: { summary: `${instance} counts only its own requests` },
            })),
          })),
        },
      ],
    };
    const file = fileIn(temporaryFolder(), 'rules.json', rules);
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', file]);
    expect(status, String(stdout) + String(stderr)).toBe(0);
  });
});
