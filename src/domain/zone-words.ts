/** Time zones as people say them: "Hawaii", "Pacific Time". */
const words: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern Time',
  'America/Detroit': 'Eastern Time',
  'America/Indiana/Indianapolis': 'Eastern Time',
  'America/Indiana/Marengo': 'Eastern Time',
  'America/Indiana/Petersburg': 'Eastern Time',
  'America/Indiana/Vevay': 'Eastern Time',
  'America/Indiana/Vincennes': 'Eastern Time',
  'America/Indiana/Winamac': 'Eastern Time',
  'America/Iqaluit': 'Eastern Time',
  'America/Kentucky/Louisville': 'Eastern Time',
  'America/Kentucky/Monticello': 'Eastern Time',
  'America/Toronto': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Indiana/Knox': 'Central Time',
  'America/Indiana/Tell_City': 'Central Time',
  'America/Menominee': 'Central Time',
  'America/North_Dakota/Beulah': 'Central Time',
  'America/North_Dakota/Center': 'Central Time',
  'America/North_Dakota/New_Salem': 'Central Time',
  'America/Rankin_Inlet': 'Central Time',
  'America/Resolute': 'Central Time',
  'America/Winnipeg': 'Manitoba',
  'America/Regina': 'Saskatchewan',
  'America/Swift_Current': 'Saskatchewan',
  'America/Denver': 'Mountain Time',
  'America/Boise': 'Mountain Time',
  'America/Cambridge_Bay': 'Mountain Time',
  'America/Edmonton': 'Alberta',
  'America/Inuvik': 'Northwest Territories',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific Time',
  'America/Vancouver': 'British Columbia',
  'America/Creston': 'British Columbia',
  'America/Dawson_Creek': 'British Columbia',
  'America/Fort_Nelson': 'British Columbia',
  'America/Dawson': 'Yukon',
  'America/Whitehorse': 'Yukon',
  'America/Anchorage': 'Alaska',
  'America/Juneau': 'Alaska',
  'America/Metlakatla': 'Alaska',
  'America/Nome': 'Alaska',
  'America/Sitka': 'Alaska',
  'America/Yakutat': 'Alaska',
  'America/Adak': 'Aleutian Islands',
  'America/Glace_Bay': 'Atlantic Time',
  'America/Goose_Bay': 'Atlantic Time',
  'America/Halifax': 'Atlantic Time',
  'America/Moncton': 'Atlantic Time',
  'America/Atikokan': 'Eastern Standard Time',
  'America/Blanc-Sablon': 'Lower North Shore',
  'America/St_Johns': 'Newfoundland',
  'America/St_Thomas': 'Virgin Islands',
  'Atlantic/Bermuda': 'Bermuda',
  'Pacific/Honolulu': 'Hawaii',
  'Pacific/Pago_Pago': 'American Samoa',
};

/** Zones whose names have an article in a sentence: "in the Yukon". */
const withArticle: ReadonlySet<string> = new Set([
  'America/Inuvik',
  'America/Dawson',
  'America/Whitehorse',
  'America/Adak',
  'America/Blanc-Sablon',
  'America/St_Thomas',
]);

/** In a sentence: "in Hawaii", "in the Yukon". */
export function zoneWords(zone: string): string {
  return withArticle.has(zone) ? `the ${zoneTitle(zone)}` : zoneTitle(zone);
}

/** By itself: "Hawaii", "Yukon". Any other zone by its city or island: "Puerto Rico", "Guam". */
export function zoneTitle(zone: string): string {
  return words[zone] ?? zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
