/** What the engine reads of the brake with its settings (lease.ts), which brake.ts itself needs. */

/** SQL: what the engine reads of a campaign `c`; null for a client without limits. */
export const brakeReading = `(SELECT jsonb_build_object('verdict', (
    SELECT n.counts->'verdict' FROM brake_count n
    WHERE n.client_id = c.client_id AND n.campaign_id = c.campaign_id))
  FROM brake_limit b WHERE b.client_id = c.client_id)`;
