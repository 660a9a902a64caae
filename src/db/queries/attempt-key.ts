/** Which attempt of a client it is: an entry has one at the most. */
export interface AttemptKey {
  callListId: number;
  entryId: number;
}
