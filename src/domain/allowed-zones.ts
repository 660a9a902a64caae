/**
 * The zones as attempts keep them: by their index in this list, which only ever grows at its end.
 * Another order would change what old attempts say.
 */
export const allowedZones: readonly string[] = `
America/Adak America/Anchorage America/Anguilla America/Antigua America/Atikokan America/Barbados
America/Blanc-Sablon America/Boise America/Cambridge_Bay America/Cayman America/Chicago
America/Creston America/Dawson America/Dawson_Creek America/Denver America/Detroit
America/Dominica America/Edmonton America/Fort_Nelson America/Glace_Bay America/Goose_Bay
America/Grand_Turk America/Grenada America/Halifax America/Indiana/Indianapolis
America/Indiana/Knox America/Indiana/Marengo America/Indiana/Petersburg
America/Indiana/Tell_City America/Indiana/Vevay America/Indiana/Vincennes
America/Indiana/Winamac America/Inuvik America/Iqaluit America/Jamaica America/Juneau
America/Kentucky/Louisville America/Kentucky/Monticello America/Los_Angeles
America/Lower_Princes America/Menominee America/Metlakatla America/Moncton America/Montserrat
America/Nassau America/New_York America/Nome America/North_Dakota/Beulah
America/North_Dakota/Center America/North_Dakota/New_Salem America/Phoenix
America/Port_of_Spain America/Puerto_Rico America/Rankin_Inlet America/Regina America/Resolute
America/Santo_Domingo America/Sitka America/St_Johns America/St_Kitts America/St_Lucia
America/St_Thomas America/St_Vincent America/Swift_Current America/Toronto America/Tortola
America/Vancouver America/Whitehorse America/Winnipeg America/Yakutat Atlantic/Bermuda
Pacific/Guam Pacific/Honolulu Pacific/Pago_Pago Pacific/Saipan
`
  .trim()
  .split(/\s+/);

const indexes = new Map(allowedZones.map((zone, at) => [zone, at]));

/** A zone that the list lacks; it is kept without its name. */
export const otherZone = 255;

export const indexOfZone = (zone: string): number => indexes.get(zone) ?? otherZone;
