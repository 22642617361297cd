/** Descriptors that connections leave to files, to a refresh and to the upstream. */
const RESERVED_DESCRIPTORS = 64;
/** However few there are, so many connections are tried. */
const MIN_CONNECTIONS = 16;

/**
 * How many connections the descriptors of this process allow; undefined where the system tells no
 * limit. Beyond it the system would end new connections unheard, whatever the idle ones hold.
 */
export function connectionsByDescriptors(): number | undefined {
  const { report } = process;
  // Not in the types: without it the report asks for the names of all addresses.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit)
    ? Math.max(MIN_CONNECTIONS, limit - RESERVED_DESCRIPTORS)
    : undefined;
}
