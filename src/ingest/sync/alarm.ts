/** Creates a timer that can be ended early. */
export function createAlarm() {
  let ring: () => void = () => {};
  return {
    wake: () => ring(),
    /** Resolves after the given milliseconds, or earlier if `wake` is called. */
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(() => ring(), milliseconds);
        ring = () => {
          clearTimeout(timer);
          ring = () => {};
          resolve();
        };
      }),
  };
}
