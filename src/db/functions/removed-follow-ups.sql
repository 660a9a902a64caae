-- BEFORE UPDATE of a campaign's follow-up rules: what a removed rule said is kept, for the ways that began
-- with it (docs/decisions/086-follow-ups.md). A rule that is there again, or whose number is, is taken out.
CREATE OR REPLACE FUNCTION keep_removed_follow_ups() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(jsonb_agg(kept.rule ORDER BY kept.rule->'ruleId'), '[]') INTO NEW.removed_follow_ups
  FROM (
    SELECT DISTINCT ON (gone.rule->'ruleId') gone.rule
    FROM (
      SELECT rule, 1 AS age FROM jsonb_array_elements(OLD.follow_ups) AS o (rule)
      UNION ALL
      SELECT rule, 2 FROM jsonb_array_elements(OLD.removed_follow_ups) AS o (rule)
    ) AS gone
    WHERE NOT EXISTS (
      SELECT FROM jsonb_array_elements(NEW.follow_ups) AS n (rule)
      WHERE n.rule->'ruleId' = gone.rule->'ruleId')
    ORDER BY gone.rule->'ruleId', gone.age
  ) AS kept;
  RETURN NEW;
END $$;
