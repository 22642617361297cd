/** Prints the usage and ends if the command line asks for help. */
export function answerHelp(usage: string): void {
  if (!process.argv.includes('--help')) return;
  process.stdout.write(usage);
  process.exit(0);
}
