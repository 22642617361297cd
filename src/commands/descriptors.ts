/**
 * Number of file descriptors that are reserved for files, for a refresh process and for connections
 * to an upstream. They are not used for connections of clients.
 */
const RESERVED_DESCRIPTORS = 64;
/** Minimum number of connections, even if fewer descriptors are available. */
const MIN_CONNECTIONS = 16;

/**
 * Returns how many connections the process may accept within its limit of open files, or undefined
 * if the limit is unknown. If the limit were reached, the operating system would drop new
 * connections silently.
 */
export function connectionsByDescriptors(): number | undefined {
  const { report } = process;
  // Without the option `excludeNetwork`, the diagnostic report of Node looks up the host names of
  // all addresses. The type definitions of Node lack this option.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit)
    ? Math.max(MIN_CONNECTIONS, limit - RESERVED_DESCRIPTORS)
    : undefined;
}
