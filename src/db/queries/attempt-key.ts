/** Which attempt of a client it is: an entry has at most one. */
export interface AttemptKey {
  callListId: number;
  entryId: number;
}
