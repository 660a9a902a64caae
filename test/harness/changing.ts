import type { Changing } from '../../src/db/queries/change.ts';

/** A change that no test asks about. */
export const byNobody: Changing = { managerId: null, now: new Date('2026-11-20T15:30:00Z') };
