import { expect, test } from 'vitest';
import { asClient, asOwner } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { numberHashOf, numberKeyOf } from '../../src/db/number-key.ts';
import { readPerson } from '../../src/db/queries/person-data.ts';
import { erasePerson } from '../../src/db/queries/person-erase.ts';
import { freshDatabase } from '../harness/database.ts';
