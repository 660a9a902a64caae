/** Words as they are written, in chats and by mistake, and those that only look so. */

const list = (words: string) => words.split(',').map((word) => word.trim());

/** Without these a text says the same: politeness and oaths. */
export const leftOutWords: readonly string[] = [
  ...list(`please, pls, plz, pleas, plese, plss, plzz, pleez, plaese, plase, peas, thanks, thank, thank you, thank u, thx, ty, tks, tysm, thanx, kindly, ok, okay, k, hi, hello,
    hey, hiya, good morning, good afternoon, sir, madam, maam, ma am, mam, mister, sorry, excuse me, god bless, respectfully, thank you so much, thanks so much`),
  ...list(`fucking, fuckin, fking, fkn, effing, f*cking, f*ckin, f**king, f***ing, fuk*ng, damn, damned, dam, damn it, dammit, damnit, goddamn, goddamn it, goddamned, god damn, god damn it, freaking,
    freakin, fricking, frickin, friggin, frigging, bloody, motherfucking, mf, mfs, mf er, the hell, the f, the fuck, the heck, the f*ck, tf, ffs, omg, wtf, wth, jfc, smh, jesus, jesus christ, christ,
    for fucks sake, for gods sake, for the love of god, for heavens sake, for crying out loud, oh my god, my god, oh lord, good lord, lol, lmao, ugh, ass, asshole, assholes, bitch, bitches, motherfucker, motherfuckers, dude, bro, bruh`),
  ...list(
    'por favor, porfavor, porfa, xfa, xfavor, x favor, plis, pliz, porfas, por fa, favor de, gracias, muchas gracias, hola, buenos dias, buenas tardes, disculpe, senor, senora, señorita, oiga, oigan',
  ),
  ...list(
    'svp, stp, prière de, priere, s il vous plait, s il te plait, s il vous plaît, bonjour, merci, merci de, bonsoir, salut',
  ),
];

/** Words a letter away from one of the phrases', which are themselves. */
export const ordinaryWords: readonly string[] =
  list(`decide, decided, decides, contract, contracts, contacted, massage, massages, passage, cancer, remote, lumber, resort, polite,
    removed, removes, remover, revoked, evoke, recall, stopped, listed, liked, quitting, texted, called, reporter, reports, reported, retraite, retraites, sacarle, quitarle, borrarle, eliminarle, retirarle, filing, filling, filings, falling, failing, mailing, balling,
    sending, spending, seeding, lending, ending, mending, tending, vending, wedding, testing, resting, nesting, tasting, tending, boring, fathering, mothering, gathering, brothering, another, numbers, members, member,
    consents, content, consist, permissions, remission, listing, lasting, existing, deleted, deletes, deplete, athlete, systems, harassed, illegals, lawyers, blocking, blocked, blocks, clocked, canceled, cancelled, cancels, cancelling, canceling,
    anymore, contacts, concert, concept, contest, context, attorneys, deceased, decreased, diseased, released, passed, parsed, polices, policy, number, registers, register, messaged, ringing, bringing, writing, waiting, hitting, sitting, biting, baiting,
    sharing, charging, changing, hanging, banging, quote, quiet, threatened, sued, courts, courage, leaves, leaving, alone, along, clone, letter, better, later, latter, court, tonight, through, thought, thorough, weather, whether, parer, partir, pares, salid, altos,
    message, calling, reading, heading, rending, wasting, casting, fasting, coming, cooling, polling, rolling, selling, telling, killing, billing, pulling, walking, talking, getting, betting, letting, setting, telephone, telephones, service, services, appeler, report, retort, regard, restore, forgot, termina, oferta, llego, offer, coupon, special, newsletter, invite, advert, quitele, quitenle, borrele, llaman, mandan, envian, escriben, contactan, molestan, marcan, llegan`);

/**
 * Short words without which a demand is none. They are also read with one slip of a finger (slips.ts),
 * if that is none of the words below; longer ones are read with any wrong letter (vocabulary.ts).
 */
export const keyWords: readonly string[] = [
  ...list(
    'stop, text, texts, list, call, calls, more, quit, leave, alone, phone, take, lose, dont, want, send, spam, wrong, again',
  ),
  ...list(
    'alto, basta, salir, deje, dejen, deja, pare, paren, quite, quiten, borre, borren, lista, llame, llamen, mande, manden, texto, textos',
  ),
  ...list('cesse, cessez, liste, arret, veux'),
];

/** A slip away from one of the key words, and themselves in one of the three languages. */
export const ordinaryShortWords: readonly string[] = [
  ...list(`top, test, tests, testing, lust, lost, ist, lit, lisp, last, lift, all, fall, falls, alls, calle, calles, calla, callas, callo, ore, moore, mire, mote,
    mode, mor, moor, mores, morse, mord, morde, qui, quiet, quits, quote, leaves, lave, leve, lone, aloe, apone, hone, phones, phoned, pone, fake, rake, tale, tame,
    taker, takes, tae, loose, pose, lode, loser, loss, loses, lise, los, font, sont, dong, dent, wang, wants, went, sens, sends, sen, slam, span, spa, spasm, sam, gain, agains, wrongs,
    texte, textes, textos, lists, listo, listen, listed, lister`),
  ...list(`asta, hasta, gasta, bata, bast, bastas, sali, salid, salio, salto, apto, algo, deme, dejes, dejas, reja, ceja, are, pre, parte, padre, parr, pars, pares, part, parse,
    aren, parent, quien, bore, borde, borden, pista, piste, listas, lisa, lita, lame, llames, llamas, made, mane, mandes, mandas, ande, anden, testo`),
  ...list(
    'cease, cese, cesen, cesser, ceux, feux, fesse, lite, listes, arrest, arrets, able, vase, casa, case, caso, seas',
  ),
];

/** How words are written in chats: "u" is "u" or "you". Only spellings that are not words in any of the languages. */
export const chatWords: Readonly<Record<string, string>> = {
  u: 'you',
  d: 'de',
  x: 'por',
  pa: 'para',
  jveux: 'veux',
  jvx: 'veux',
  jai: 'ai',

  ya: 'you',
  ur: 'your',
  yr: 'your',
  yur: 'your',
  yer: 'your',
  r: 'are',
  b: 'be',
  2: 'to',
  w: 'with',
  wit: 'with',
  n: 'and',
  nd: 'and',
  abt: 'about',
  agn: 'again',
  agin: 'again',
  agen: 'again',
  mor: 'more',
  nvr: 'never',
  neva: 'never',
  nevr: 'never',
  dnt: 'dont',
  wnt: 'want',
  wana: 'wanna',
  tke: 'take',
  tak: 'take',
  taek: 'take',
  rmv: 'remove',
  rmve: 'remove',
  cll: 'call',
  txtn: 'texting',
  txtng: 'texting',
  textn: 'texting',
  calln: 'calling',
  fone: 'phone',
  ph: 'phone',
  numba: 'number',
  nmbr: 'number',
  nbr: 'number',
  teh: 'the',
  da: 'the',
  dis: 'this',
  dese: 'these',
  dem: 'them',
  em: 'them',
  ppl: 'people',
  wrng: 'wrong',
  rong: 'wrong',
  lst: 'list',
  kiero: 'quiero',
  kiten: 'quiten',
  kite: 'quite',
  kita: 'quita',
  num: 'numero',
  mu: 'my',
  ny: 'my',
  mw: 'me',
  odf: 'off',
  pff: 'off',
  kiteme: 'quiteme',
  kitenme: 'quitenme',
  ke: 'que',
  q: 'que',
  aki: 'aqui',
  yamen: 'llamen',
  yame: 'llame',
  yamar: 'llamar',
  numro: 'numero',
  ekivocado: 'equivocado',
  pu: 'plus',
  pus: 'plus',
};
