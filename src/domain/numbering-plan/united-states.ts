/** The area codes of the United States and its territories: states, zones and codes. */
import type { AreaRow } from './row.ts';

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';
const detroit = 'America/Detroit';
const indianapolis = 'America/Indiana/Indianapolis';
const boise = 'America/Boise';

export const unitedStates: readonly AreaRow[] = [
  { states: 'AK', zones: alaska(), codes: '907' },
  { states: 'AL', zones: central, codes: '205 251 256 659 938' },
  // Phenix City, Smiths Station, Valley and Lanett keep the time of Georgia.
  { states: 'AL', zones: `${central} ${eastern}`, codes: '334 483' },
  { states: 'AR', zones: central, codes: '327 479 501 870' },
  { states: 'AZ', zones: 'America/Phoenix', codes: '480 520 602 623' },
  // The Navajo Nation keeps daylight saving time.
  { states: 'AZ', zones: `America/Phoenix ${mountain}`, codes: '928' },
  {
    states: 'CA',
    zones: pacific,
    codes:
      '209 213 279 310 323 341 350 357 369 408 415 424 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 805 818 820 831 837 840 858 909 916 925 949 951',
  },
  // Winterhaven and Bard, across the river from Yuma, keep the time of Arizona.
  { states: 'CA', zones: `${pacific} America/Phoenix`, codes: '442 760' },
  { states: 'CO', zones: mountain, codes: '303 719 720 748 970 983' },
  { states: 'CT', zones: eastern, codes: '203 475 860 959' },
  { states: 'DC', zones: eastern, codes: '202 771' },
  { states: 'DE', zones: eastern, codes: '302' },
  {
    states: 'FL',
    zones: eastern,
    codes: '239 305 321 324 352 386 407 561 645 656 689 727 728 754 772 786 813 863 904 941 954',
  },
  // The panhandle is Central from the Apalachicola river on.
  { states: 'FL', zones: `${central} ${eastern}`, codes: '448 850' },
  // 565: Georgia Public Service Commission, 2025-06-10; no day set.
  {
    states: 'GA',
    zones: eastern,
    codes: '229 404 470 478 678 706 762 770 912 943',
    announced: '565',
  },
  // Also the stations on Midway and Wake, which have no residents: see decision 029.
  { states: 'HI', zones: 'Pacific/Honolulu', codes: '808' },
  { states: 'IA', zones: central, codes: '319 515 563 641 712' },
  // The panhandle north of the Salmon river is Pacific.
  { states: 'ID', zones: `${boise} ${pacific}`, codes: '208 986' },
  {
    states: 'IL',
    zones: central,
    codes: '217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872',
  },
  { states: 'IN', zones: indianapolis, codes: '260 317 463 765' },
  // Lake, Porter, LaPorte, Newton and Jasper are Central, Pulaski and White Eastern.
  {
    states: 'IN',
    zones: `${central} America/Indiana/Knox America/Indiana/Winamac ${indianapolis}`,
    codes: '219',
  },
  // Starke and a part of LaPorte are Central.
  {
    states: 'IN',
    zones: `${central} America/Indiana/Knox America/Indiana/Winamac ${indianapolis}`,
    codes: '574',
  },
  // Evansville and Tell City are Central; the river counties have a zone each.
  {
    states: 'IN',
    zones: `${central} ${eastern} ${southernIndiana()} ${indianapolis}`,
    codes: '812 930',
  },
  { states: 'KS', zones: central, codes: '316 913' },
  // Greeley, Hamilton, Sherman and Wallace are Mountain.
  { states: 'KS', zones: `${central} ${mountain}`, codes: '620 785' },
  // Elizabethtown and the counties around it are Eastern.
  {
    states: 'KY',
    zones: `${central} ${eastern} America/Kentucky/Louisville`,
    codes: '270 364',
  },
  // 761: NANPA, assigned 2025-08-07; no day set.
  {
    states: 'KY',
    zones: `${eastern} America/Kentucky/Louisville`,
    codes: '502',
    announced: '761',
  },
  // Clinton county and its neighbors are Central.
  {
    states: 'KY',
    zones: `${central} ${eastern} America/Kentucky/Monticello`,
    codes: '606',
  },
  { states: 'KY', zones: eastern, codes: '859' },
  { states: 'LA', zones: central, codes: '225 318 337 457 504 985' },
  { states: 'MA', zones: eastern, codes: '339 351 413 508 617 774 781 857 978' },
  { states: 'MD', zones: eastern, codes: '227 240 301 410 443 667' },
  { states: 'ME', zones: eastern, codes: '207' },
  { states: 'MI', zones: detroit, codes: '231 248 269 313 517 586 616 679 734 810 947 989' },
  // The four counties at the border of Wisconsin are Central.
  { states: 'MI', zones: `${detroit} America/Menominee`, codes: '906' },
  { states: 'MN', zones: central, codes: '218 320 507 612 651 763 924 952' },
  { states: 'MO', zones: central, codes: '235 314 417 557 573 636 660 816 975' },
  { states: 'MS', zones: central, codes: '228 471 601 662 769' },
  { states: 'MT', zones: mountain, codes: '406' },
  {
    states: 'NC',
    zones: eastern,
    codes: '252 336 472 704 743 828 910 919 980 984',
  },
  { states: 'ND', zones: `${central} ${mountain} ${northDakota()}`, codes: '701' },
  // The panhandle and the Sandhills are Mountain.
  { states: 'NE', zones: `${central} ${mountain}`, codes: '308' },
  // Cody and the west of Cherry county are Mountain.
  { states: 'NE', zones: `${central} ${mountain}`, codes: '402 531' },
  { states: 'NH', zones: eastern, codes: '603' },
  { states: 'NJ', zones: eastern, codes: '201 551 609 640 732 848 856 862 908 973' },
  { states: 'NM', zones: mountain, codes: '505 575' },
  { states: 'NV', zones: pacific, codes: '702 725' },
  // West Wendover is Mountain by law, Jackpot, Owyhee and Mountain City by habit.
  { states: 'NV', zones: `${pacific} ${boise} ${mountain}`, codes: '775' },
  {
    states: 'NY',
    zones: eastern,
    codes:
      '212 315 329 332 347 363 465 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934',
  },
  {
    states: 'OH',
    zones: eastern,
    codes: '216 220 234 283 326 330 380 419 436 440 513 567 614 740 937',
  },
  { states: 'OK', zones: central, codes: '405 539 572 918' },
  // Kenton keeps the time of New Mexico.
  { states: 'OK', zones: `${central} ${mountain}`, codes: '580' },
  { states: 'OR', zones: pacific, codes: '503 971' },
  // Most of Malheur county is Mountain.
  { states: 'OR', zones: `${pacific} ${boise}`, codes: '458 541' },
  {
    states: 'PA',
    zones: eastern,
    codes: '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878',
  },
  { states: 'RI', zones: eastern, codes: '401' },
  { states: 'SC', zones: eastern, codes: '803 821 839 843 854 864' },
  { states: 'SD', zones: `${central} ${mountain}`, codes: '605' },
  { states: 'TN', zones: central, codes: '615 629 731 901' },
  // Bledsoe, Marion and Sequatchie are Central.
  { states: 'TN', zones: `${central} ${eastern}`, codes: '423 729' },
  { states: 'TN', zones: eastern, codes: '865' },
  // Central; NANPA counts a part of it as Eastern.
  { states: 'TN', zones: `${central} ${eastern}`, codes: '931' },
  {
    states: 'TX',
    zones: central,
    codes:
      '210 214 254 281 325 346 361 409 430 469 512 621 682 713 726 737 806 817 830 832 903 936 940 945 956 972 979',
  },
  // Culberson is Central, but Pine Springs and Nickel Creek keep the time of El Paso, which is
  // Mountain.
  { states: 'TX', zones: `${central} ${mountain}`, codes: '432 915' },
  { states: 'UT', zones: mountain, codes: '385 435 801' },
  { states: 'VA', zones: eastern, codes: '276 434 540 571 686 703 757 804 826 948' },
  { states: 'VT', zones: eastern, codes: '802' },
  { states: 'WA', zones: pacific, codes: '206 253 360 425 509 564' },
  { states: 'WI', zones: central, codes: '262 274 353 414 534 608 715 920' },
  { states: 'WV', zones: eastern, codes: '304 681' },
  { states: 'WY', zones: mountain, codes: '307' },

  { states: 'AS', zones: 'Pacific/Pago_Pago', codes: '684' },
  { states: 'GU', zones: 'Pacific/Guam', codes: '671' },
  { states: 'MP', zones: 'Pacific/Saipan', codes: '670' },
  { states: 'PR', zones: 'America/Puerto_Rico', codes: '787 939' },
  { states: 'VI', zones: 'America/St_Thomas', codes: '340' },
];

/** Adak and what lies west of it keep the clocks of Hawaii, with daylight saving time. */
function alaska(): string {
  const names = 'Anchorage Juneau Sitka Metlakatla Yakutat Nome Adak';
  return zonesIn('America', names);
}

function northDakota(): string {
  return zonesIn('America/North_Dakota', 'Center New_Salem Beulah');
}

function southernIndiana(): string {
  const names = 'Vincennes Marengo Petersburg Vevay Tell_City';
  return `${zonesIn('America/Indiana', names)} America/Kentucky/Louisville`;
}

function zonesIn(region: string, names: string): string {
  return names.replaceAll(/\S+/g, (name) => `${region}/${name}`);
}
