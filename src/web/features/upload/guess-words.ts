/** The names that columns of contact files have, in English and Spanish, best first. */

/** By mapping id of the fixed account fields (contract/account-field.ts). */
export const fieldWords: Readonly<Record<number, readonly string[]>> = {
  1: [
    ...['first name', 'first', 'fname', 'f name', 'firstname', 'first nm', 'given name', 'given'],
    ...['name first', 'forename', 'primer nombre', 'nombre', 'nombres'],
  ],
  2: [
    ...['middle name', 'middle', 'mname', 'm name', 'middlename', 'middle initial', 'mid name'],
    ...['middle init', 'name middle', 'mi', 'm i', 'segundo nombre'],
  ],
  3: [
    ...['last name', 'last', 'lname', 'l name', 'lastname', 'last nm', 'surname', 'family name'],
    ...['name last', 'apellido', 'apellidos', 'primer apellido'],
  ],
  4: [
    ...['date of birth', 'dob', 'd o b', 'birth date', 'birthdate', 'birthday', 'birth dt'],
    ...['date birth', 'fecha de nacimiento', 'fecha nacimiento', 'nacimiento'],
  ],
  5: [
    ...['ssn', 'social security number', 'social security', 'social security no', 'ssn number'],
    ...['ss number', 'soc sec no', 'soc sec', 'social', 'seguro social', 'numero de seguro social'],
    ...['tax id', 'tax no', 'tax number', 'tax id number', 'taxpayer id', 'tin', 'itin'],
  ],
  6: [
    ...['address', 'address 1', 'address line 1', 'street address', 'street address 1', 'street'],
    ...['street 1', 'addr', 'addr 1', 'addr line 1', 'add 1', 'direccion', 'direccion 1', 'calle'],
    'domicilio',
  ],
  7: [
    ...['address 2', 'address line 2', 'street address 2', 'street 2', 'addr 2', 'addr line 2'],
    ...[
      'add 2',
      'apartment',
      'apt',
      'apt no',
      'unit',
      'suite',
      'direccion 2',
      'apartamento',
      'apto',
    ],
  ],
  8: ['city', 'city name', 'town', 'ciudad', 'municipio', 'localidad'],
  9: ['state', 'state code', 'st', 'state province', 'province', 'prov', 'estado', 'provincia'],
  10: [
    ...['zip code', 'zip', 'zipcode', 'zip 5', 'zip plus 4', 'postal code', 'postal', 'postcode'],
    ...['codigo postal', 'cod postal'],
  ],
  11: [
    ...['external id', 'account number', 'account no', 'account num', 'account nbr', 'account id'],
    ...['acct number', 'acct no', 'acct num', 'acct nbr', 'acct id', 'account', 'acct', 'acctno'],
    ...['file number', 'file no', 'file num', 'customer id', 'customer number', 'customer no'],
    ...['cust id', 'cust no', 'client id', 'client number', 'patient id', 'patient number', 'mrn'],
    ...['member id', 'chart number', 'record id', 'record number', 'reference number', 'ref no'],
    ...['numero de cuenta', 'no de cuenta', 'cuenta', 'id'],
  ],
  // Consent (contract/consent.ts).
  [-1]: [
    ...['consent', 'tcpa consent', 'tcpa', 'consent type', 'consent kind', 'consent status'],
    ...['consent given', 'consent flag', 'express consent', 'written consent', 'pewc', 'opt in'],
    ...['optin', 'opted in', 'opt in status', 'marketing consent', 'sms consent', 'call consent'],
    ...['phone consent', 'consent to call', 'consent to contact', 'consentimiento'],
  ],
  [-2]: [
    ...['consent source', 'tcpa consent source', 'source of consent', 'opt in source'],
    ...['optin source', 'consent url', 'consent method', 'consent channel'],
  ],
  [-3]: [
    ...['consent date', 'tcpa consent date', 'tcpa date', 'consent time', 'consent timestamp'],
    ...['consent at', 'date of consent', 'consent given at', 'opt in date', 'optin date'],
    ...[
      'opted in at',
      'opt in time',
      'opt in timestamp',
      'date opted in',
      'fecha de consentimiento',
    ],
  ],
  [-4]: [
    ...['consent words', 'consent text', 'consent language', 'tcpa language', 'tcpa text'],
    ...['tcpa disclosure', 'consent disclosure', 'opt in language', 'opt in text'],
  ],
};

/** Whom or what a column is about, before the word that counts: "Patient First Name". */
export const qualifiers: ReadonlySet<string> = new Set([
  ...['patient', 'pt', 'pat', 'customer', 'cust', 'client', 'debtor', 'member', 'borrower'],
  ...['contact', 'subscriber', 'consumer', 'person', 'primary', 'mailing', 'mail', 'residence'],
  ...['home', 'residential', 'cliente', 'paciente'],
]);

export const phoneWords: ReadonlySet<string> = new Set([
  ...['phone', 'phones', 'ph', 'telephone', 'tel', 'tele', 'cell', 'cellphone', 'cellular'],
  ...['mobile', 'mob', 'landline', 'telefono', 'celular', 'movil'],
]);

/** Names of phone columns without such a word. */
export const phoneNames: ReadonlySet<string> = new Set([
  ...['contact number', 'contact no', 'home number', 'home no', 'primary number', 'number to call'],
  ...['numero de contacto', 'numero a llamar'],
]);

/** Numbers of somebody else than the account's person, and facts about a number. */
export const otherPhoneWords: ReadonlySet<string> = new Set([
  ...['fax', 'work', 'wk', 'office', 'business', 'bus', 'employer', 'emergency', 'clinic'],
  ...['provider', 'doctor', 'dr', 'physician', 'facility', 'hospital', 'agent', 'attorney'],
  ...['lawyer', 'branch', 'store', 'company', 'callback', 'caller', 'from', 'spouse', 'relative'],
  ...['reference', 'ref', 'guarantor', 'cosigner', 'neighbor', 'trabajo', 'oficina', 'emergencia'],
  ...['type', 'ext', 'extension', 'status', 'flag', 'consent', 'date', 'carrier', 'count'],
  ...['attempts', 'opt', 'dnc', 'not', 'last', 'best', 'time', 'code', 'id', 'source'],
]);

/** Somebody else than the account's person. */
export const otherPersonWords: ReadonlySet<string> = new Set([
  ...['spouse', 'relative', 'guarantor', 'cosigner', 'employer', 'provider', 'doctor', 'dr'],
  ...['physician', 'attorney', 'lawyer', 'agent', 'neighbor', 'parent', 'mother', 'father'],
]);

/** A column with one of these words is not what its values look like: "Batch Zip Total". */
export const numberWords: ReadonlySet<string> = new Set([
  ...['id', 'account', 'acct', 'number', 'no', 'num', 'nbr', 'amount', 'amt', 'balance', 'bal'],
  ...['total', 'count', 'code', 'ref', 'reference', 'invoice', 'order', 'npi', 'ein', 'price'],
  ...['cuenta', 'saldo', 'numero', 'codigo', 'fax', 'batch', 'file', 'record', 'line', 'score'],
]);

/** A date with one of these words is not a birth. */
export const otherDateWords: ReadonlySet<string> = new Set([
  ...['due', 'service', 'svc', 'visit', 'appointment', 'appt', 'statement', 'stmt', 'created'],
  ...['updated', 'modified', 'added', 'opened', 'closed', 'paid', 'payment', 'last', 'next'],
  ...['start', 'end', 'admit', 'discharge', 'charge', 'bill', 'billed', 'contract', 'hire'],
  ...['expires', 'expiration', 'delinquency', 'call', 'contacted', 'vencimiento', 'pago', 'cita'],
]);

/** "Pt First-Name" is "pt first name"; accents, case, signs and CamelCase do not matter. */
export function wordsOf(header: string): string[] {
  return header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
