/** Number of file descriptors reserved for files, a refresh and the upstream. */
const RESERVED_DESCRIPTORS = 64;
/** Minimum number of connections, even if fewer descriptors are available. */
const MIN_CONNECTIONS = 16;

/**
 * The number of connections that the file descriptor limit allows, or undefined if the limit is
 * unknown. Beyond the limit, the system closes new connections without notice.
 */
export function connectionsByDescriptors(): number | undefined {
  const { report } = process;
  // `excludeNetwork` is missing from the type definitions. Without it, the report looks up the host
  // names of all addresses.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit)
    ? Math.max(MIN_CONNECTIONS, limit - RESERVED_DESCRIPTORS)
    : undefined;
}
