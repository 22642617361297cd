import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import { type HostRule, MAX_CONNECTIONS } from './hosts.ts';

/** Lets requests start in their turn. */
export interface Pacing {
  /** @param slowly twice the time between two starts of the bucket. */
  run<Result>(
    rule: HostRule,
    host: string,
    slowly: boolean,
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** One limiter a bucket, and before it one a host; none is changed once it stands. */
export function createPacing(wait: (milliseconds: number) => Promise<unknown> = sleep): Pacing {
  const limiters = new Map<string, Bottleneck>();

  function limiter(name: string, make: () => Bottleneck): Bottleneck {
    const known = limiters.get(name) ?? make();
    limiters.set(name, known);
    return known;
  }

  function bucketOf({ name, startEvery }: HostRule): Bottleneck {
    return limiter(`bucket ${name}`, () => new Bottleneck({ minTime: startEvery }));
  }

  function slowBucketOf(rule: HostRule): Bottleneck {
    return limiter(`slow bucket ${rule.name}`, () =>
      new Bottleneck({ minTime: 2 * rule.startEvery }).chain(bucketOf(rule)),
    );
  }

  function connectionsOf(host: string): Bottleneck {
    return limiter(`connections ${host}`, () => new Bottleneck({ maxConcurrent: MAX_CONNECTIONS }));
  }

  /** Starts on a host that has a pace of its own: the next waits from the start of the last. */
  function startAlone<Result>(
    host: string,
    pace: number,
    bucket: Bottleneck,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const gate = limiter(`gate ${host}`, () => new Bottleneck({ maxConcurrent: 1 }));
    return new Promise((resolve, reject) => {
      const started = async () => {
        resolve(work());
        await wait(pace);
      };
      gate.schedule(() => bucket.schedule(started)).catch(reject);
    });
  }

  return {
    run(rule, host, slowly, work) {
      const bucket = slowly ? slowBucketOf(rule) : bucketOf(rule);
      const pace = rule.hosts[host] ?? rule.startEvery;
      return connectionsOf(host).schedule(() =>
        pace > rule.startEvery ? startAlone(host, pace, bucket, work) : bucket.schedule(work),
      );
    },
  };
}
