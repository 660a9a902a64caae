-- What a screen needs that explains one number: the names of the phone columns of a list's file, and rejected rows
-- by the number that they hold.
-- Beside a running older version: safe

-- By phone_column of an entry; empty for lists of before.
ALTER TABLE call_list ADD COLUMN phone_names text[] NOT NULL DEFAULT '{}';

-- Ten digits, as domain/phone.ts has them; a number with more or fewer is not in the plan.
CREATE INDEX rejected_row_digits ON rejected_row (client_id, right(regexp_replace(value, '\D', '', 'g'), 10))
  WHERE value <> '';
CREATE INDEX do_not_call_lift_phone ON do_not_call_lift (client_id, phone);
