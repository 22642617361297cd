/**
 * Revisions of the Model Context Protocol that open with a handshake (`initialize`), newest first:
 * those of `@modelcontextprotocol/sdk` 1.x.
 */
export const handshakeVersions = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

/** The revision that has none: each request says in `_meta` what it speaks. */
export const modernVersion = '2026-07-28';

export const supportedVersions: readonly string[] = [modernVersion, ...handshakeVersions];
