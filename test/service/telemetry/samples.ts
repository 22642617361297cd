/** Parses Prometheus text into the value of each sample, by name and sorted labels. */
export function samplesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value] = /^(\S+?(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      const labels = [...name.matchAll(/\w+="[^"]*"/g)].map(([label]) => label).sort();
      const [bare = ''] = name.split('{');
      return [labels.length > 0 ? `${bare}{${labels.join()}}` : bare, Number(value)];
    }),
  );
}
