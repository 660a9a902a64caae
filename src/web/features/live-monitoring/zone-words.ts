/** Time zones as people say them: «Hawaii», «Pacific Time». */
const words: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern Time',
  'America/Toronto': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Winnipeg': 'Central Time',
  'America/North_Dakota/Center': 'Central Time',
  'America/Regina': 'Saskatchewan',
  'America/Denver': 'Mountain Time',
  'America/Boise': 'Mountain Time',
  'America/Edmonton': 'Mountain Time',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific Time',
  'America/Vancouver': 'Pacific Time',
  'America/Fort_Nelson': 'Yukon',
  'America/Anchorage': 'Alaska',
  'America/Juneau': 'Alaska',
  'America/Adak': 'the Aleutian Islands',
  'America/Halifax': 'Atlantic Time',
  'America/St_Johns': 'Newfoundland',
  'America/St_Thomas': 'the Virgin Islands',
  'Pacific/Honolulu': 'Hawaii',
  'Pacific/Pago_Pago': 'American Samoa',
};

/** Any other zone by its city or island: «Puerto Rico», «Guam». */
export function zoneWords(zone: string): string {
  return words[zone] ?? zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
