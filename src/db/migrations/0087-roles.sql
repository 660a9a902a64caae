-- What a manager may do: a role, and apart from it the right to full SSNs (docs/decisions/067-roles-of-managers.md).
-- Whoever is here already keeps what they could do until now.
-- Beside a running older version: safe
-- (It enforces no roles and makes managers with the least of them that can run campaigns.)
ALTER TABLE manager
  ADD COLUMN role text NOT NULL DEFAULT 'administrator'
    CHECK (role IN ('reporter', 'manager', 'administrator')),
  ADD COLUMN full_ssn boolean NOT NULL DEFAULT true;
ALTER TABLE manager ALTER COLUMN role SET DEFAULT 'manager', ALTER COLUMN full_ssn SET DEFAULT false;
