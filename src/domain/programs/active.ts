/**
 * Whether a program is in development or on the market: not terminated, withdrawn, discontinued or
 * dropped, in whatever words its status says so. One without a status is active.
 */
export function isActive({ status }: { readonly status?: string | null | undefined }): boolean {
  return !/terminat|withdr|discontinu|dropp/i.test(status ?? '');
}
