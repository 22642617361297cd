/**
 * Whether a program is in development or on the market. A program with an unknown status is active.
 */
export function isActive({ status }: { readonly status?: string | null | undefined }): boolean {
  return !/terminat|withdr|discontinu|dropp|inactive/i.test(status ?? '');
}
