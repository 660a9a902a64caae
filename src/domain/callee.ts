/** Who is called or texted, as far as calling hours and places go by it. */
export interface Callee {
  /** 11 digits. */
  phone: string;
  state: string | null;
  zipCode: string | null;
}
