/**
 * Whether a program is in development or on the market: not terminated, withdrawn, discontinued,
 * dropped or inactive, in whatever words its status says so. One without a status is active.
 */
export function isActive({ status }: { readonly status?: string | null | undefined }): boolean {
  return !/terminat|withdr|discontinu|dropp|inactive/i.test(status ?? '');
}
