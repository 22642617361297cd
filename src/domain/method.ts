/** A formula under a name and a version, as the records that it makes name it. */
export interface Method {
  /** `runway/1`, and what a reader should know at once; its number rises with every change. */
  readonly id: string;
}
