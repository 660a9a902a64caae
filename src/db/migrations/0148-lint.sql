-- What the checks of messages do, and how a client names itself (docs/decisions/094-lint.md).
-- Beside a running older version: safe
-- (It checks nothing: set rules to block when all processes are updated.)

ALTER TABLE client ADD COLUMN spoken_name text CHECK (length(spoken_name) BETWEEN 1 AND 100);

-- The rules to which the operator gave another level; the others have their own (domain/lint/rules.ts).
CREATE TABLE lint_level (
  client_id integer NOT NULL REFERENCES client,
  rule      text NOT NULL,
  level     text NOT NULL CHECK (level IN ('note', 'warn', 'block')),
  PRIMARY KEY (client_id, rule)
);
SELECT protect('lint_level', true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON lint_level
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('lintLevel', 'rule', 'rule', '', '');
