/**
 * Revisions of the Model Context Protocol with a handshake (`initialize`), newest first, as in
 * `@modelcontextprotocol/sdk` 1.x.
 */
export const handshakeVersions = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

/** The revision without a handshake: each request states its revision in `_meta`. */
export const modernVersion = '2026-07-28';

export const supportedVersions: readonly string[] = [modernVersion, ...handshakeVersions];
