/** SQL: whose a campaign's lease is, and whether it stands. */

interface LeaseKey {
  clientId: number;
  campaignId: number;
  engineId: string;
  fence: number;
}

/** The row `lease` is the lease that $1 to $4 name (`leaseKey`), and no other engine took it over. */
export const isLease = (lease: string) =>
  `${lease}.client_id = $1 AND ${lease}.campaign_id = $2 AND ${lease}.engine_id = $3 AND ${lease}.fence = $4`;

/** The first four parameters of a statement with `isLease`. */
export function leaseKey({ clientId, campaignId, engineId, fence }: LeaseKey): unknown[] {
  return [clientId, campaignId, engineId, fence];
}

/** It has not run out: its engine runs the campaign. By the database's clock, in real time. */
export const stands = (lease: string) => `${lease}.until > clock_timestamp()`;

/** Another engine may take it. One that was released ran out long ago. */
export const ranOut = (lease: string) => `${lease}.until < clock_timestamp()`;
