/**
 * Groups of words for the tables of phrases: {stop} in a phrase is any word of `stop` here. Several
 * words may stand together ("do not"). Accents and apostrophes make no difference (phrase.ts).
 */

import { spanishGroups } from './word-groups-es.ts';
import { frenchGroups } from './word-groups-fr.ts';

const list = (words: string) => words.split(',').map((word) => word.trim());

export const wordGroups: Record<string, readonly string[]> = {
  /** The word, and the ways it is mistyped: letters that change places, are missing, too many, or the key beside. */
  stop: list(`stop, stop all, stopall, st0p, stopp, stope, stpo, sotp, tsop, sto, stp, sstop, sttop,
    dtop, wtop, xtop, ztop, srop, syop, sgop, sfop, styop, stip, stpp, stkp, stlp, stol, sto0, stopo, stoip,
    stoop, stoped, s top, st op, sto p, s t op, stopstop, stopstopstop, st*p, s*op, st@p, s+op, stopit, stopnow, stap, stawp, sthap, stahp, 5top, s70p, stahpp, estop, estap, istop, isstop, estob, ztop, estopp`),
  /** Other words too, but not before "texting me". */
  stopish: list('spot, step, shop, sop, top, stops, stopped, soto, atop, stow, stoop, slop, stomp'),
  optOut:
    list(`opt out, optout, opt me out, opt us out, opting out, opt uot, otp out, op out, opt ou, opt put, optot,
    opted out, unsubscribe, unsubscribed, unsubscribing, unsub, unsubscribir, un subscribe, un subscribed, un sub,
    un subscribing, unsub scribe, unsubs, op tout, opt o ut, unscribe, opt oit, opt iut, opt pit, opt ouy, opt our, opt oyt, opt otu, optt out,
    opr out, opy out, ipt out, iot out, ppt out, lpt out, ot out, ptout, opt outt, optoout, optoit, optput`),
  /** Each ends whatever it is said of. */
  quit: list(`{stop}, quit, qiut, quti, qit, quitt, quite, cease, discontinue, halt, knock off, seize,
    lay off, stopping, stop with, quit with, stop it with, give up`),
  ends: list(
    'end, quit, stop, cancel, unsubscribe, opt out, optout, unsub, opt-out, end it, leave',
  ),
  never:
    list(`do not, dont, don t, dnt, donot, donnot, dont you, do not you, dont u, never, no longer, not, dont ever,
    do not ever, never ever, dont even, please not, need not, must not, should not, shouldnt, better not`),
  /** What follows is not wanted either. */
  alsoNot: list('{never}, or, nor'),
  didNot: list(`didnt, did not, never, havent, have not, dont, do not, didn t, nor did i, not`),
  want: list('want, wish, wanna, need, care, wnat, desire, intend'),
  say: list(`text, txt, tex, texts, texting, txting, message, messages, messaging, msg, call, calls, calling, cal, contact, sms, bother,
    harass, phone, ring, send, write, bug, spam, annoy, pester, hound, disturb, hit up, reach out to, reach out, blow up, ping, robocall,
    respond to, reply to, try to reach, communicate with, solicit, dial, text message, txt msg, email or text, call or text, text or call, txt or call,
    call text, text call, call and text, message or call, call or message, hmu, email or call, call nor text`),
  saying:
    list(`texting, txting, texing, texin, textin, textng, txtin, messaging, messging, msging, messagin, calling, callin, caling,
    contacting, bothering, botherin, harassing, harrassing, harrasing, spamming, spaming, phoning, ringing, writing, bugging, buggin,
    annoying, pestering, hounding, stalking, disturbing, robocalling, emailing, blowing, blowing up, blasting, wasting, reaching out,
    hitting, hitting up, sending, sendin, soliciting, badgering, torturing, threatening, dialing, pinging, messing with, playing with`),
  said: list(
    'contacted, texted, txted, messaged, called, phoned, bothered, harassed, disturbed, solicited, spammed',
  ),
  me: list(`me, us, mee, my phone, my number, my cell, my mobile, my home, my house, my line, our phone, our number, our house, our home,
    this phone, this number, this cell, this line, this mobile, here, my cell phone, this cell phone, my phone number, this phone number,
    my family, my wife, my husband, my mom, my mother, my work, my job, him, her, them, the number, this person, number, these numbers,
    that number, my personal number, my work phone, me or my family, my mobile number, our line, our cell, my son, my daughter, my dad, my father, my kids, my parents, my office, this residence, my residence, this household, this address, this address or number`),
  number:
    list(`my number, this number, my phone number, this phone number, my cell, my phone, my name, my info, my information, my contact,
    my contact info, my contact information, my data, my details, my cell number, this phone, this cell, these numbers, our number, our name,
    number, the number, that number, our info, our details, our contact, my email, our email, his number, her number, phone number, my mobile, my numbers, my personal information, my digits, the digits`),
  things:
    list(`text, texts, txt, txts, text messages, text message, message, messages, msg, msgs, texting, txting, messaging, call, calls,
    calling, phone calls, phone call, sms, notification, notifications, alert, alerts, text alerts, spam, robocalls, robocall, robotexts,
    automated calls, automated texts, contact, contacts, communication, communications, correspondence, crap, shit, junk, garbage,
    nonsense, bs, bullshit, madness, insanity, harassment, foolishness, stuff, voicemails, voice mails, reminders, solicitation, solicitations, solicitating, soliciting, outreach`),
  /** What is sent besides texts and calls as such; not "offer" alone, which is also a word of replies. */
  ads: list(`promo, promos, promotions, ads, adverts, advertisements, advertising, offers, marketing, listings, surveys, survey, polls,
    deals, coupons, blasts, updates, specials, campaign texts, donation requests, solicitations, invites, marketing texts, promo texts,
    sales pitches, political texts, newsletters`),
  these: list(
    'all, any, the, these, this, those, your, ur, my, of, sending, getting, with, more, such, stupid, dumb, annoying, constant, endless, to, me, us, from, further, future, receiving, additional, unwanted, marketing, automated, spam, political, campaign, promotional, sales, fundraising, donation',
  ),
  list: list(`list, lists, lsit, database, data base, system, records, contacts, contact list, call list, calling list, text list, texting list,
    mailing list, phone list, roster, directory, distribution list, registry, call sheet, files, file, phone book, group text, group chat`),
  whose: list(
    'your, ur, you, youre, the, this, that, these, those, all, any, every, whatever, yalls, of your, of the, of this, of that, of all, a',
  ),
  doNotCall:
    list(`do not call, dont call, dnc, no call, do not contact, dont contact, do not text, dont text, no contact, do not disturb,
    donotcall, dnd, do not disturb, bloctel, national do not call, no calls, no text, no texting, do not call or text, not call`),
  anymore: list(
    'anymore, any more, again, further, ever, ever again, any longer, no more, any further, back, anymo, anymor, never',
  ),
  wrong:
    list(`wrong number, wrong person, wrong guy, wrong man, wrong woman, wrong lady, wrong phone, wrong numbers, wrong num, wrong no,
    wrong cell, wrong individual, wrong party, wrong contact, incorrect number, worng number, wrog number, bad number`),
  lawyer: list(
    'lawyer, lawyers, attorney, attorneys, solicitor, counsel, legal team, layer, atty, legal counsel',
  ),
  agency:
    list(`fcc, ftc, tcpa, fdcpa, cfpb, bbb, f c c, better business bureau, attorney general, attorney generals, consumer protection,
    consumer affairs, federal trade commission, federal communications commission, fcra, ccpa, cpra, gdpr, casl,
    crtc, can spam act, robocall act, trace act, usc 227, usc 1692, usc 1692c, 1692c, usc 1692d, 1692d, cfr 64, regulation f, reg f,
    consumer financial protection, telephone consumer protection act, fair debt collection practices act`),
  police: list('police, cops, cop, sheriff, authorities, the law, fbi, law enforcement, 911'),
  will: list(
    `will, ill, gonna, going to, gona, im going to, am going to, about to, shall, we will, well, plan to, have to, let me, ready to, can, could, may`,
  ),
  deceased: list(
    'passed away, deceased, passed on, is dead, has died, passed last, passed in, has passed, died',
  ),
  relation: list(
    'he, she, husband, wife, mother, father, mom, dad, brother, sister, son, daughter, uncle, aunt, grandmother, grandfather, person, grandma, grandpa, hes, shes, has, is',
  ),
  /** What a business has besides its texts and calls: to stop or cancel these is no opt-out. */
  business:
    list(`payment, payments, autopay, auto pay, autopayment, autopayments, auto payment, billing, service, services, order, orders, delivery,
    deliveries, charge, charges, charging, transaction, check, checks, cheque, draft, drafts, withdrawal, withdrawals, debit, transfer, refund, interest,
    fees, fee, medication, medicine, meds, treatment, appointment, appointments, appt, power, water, electric, gas, card, account, policy,
    coverage, insurance, plan, membership, gym, reservation, booking, trip, flight, lease, contract, loan, paperless, repair, package, shipment,
    renewal, claim, foreclosure, eviction, auction, sale, garnishment, garnishing, late fee, card, hold, newsletter, magazine, catalog, bill, bills, trial, refill, refills, auto refill, autorefill, autoship, auto ship, prescription,
    dental, vision, medical, warranty, benefits, arbitration, overdraft, cookies, tracking, donation, lunch, field trip,
    class, lesson, meeting, visit, session, surgery, procedure, direct deposit, process, move, work, job, invoice, cita, email, emails, mail, letters`),
  /** What is sent, done and reached when somebody is texted or called. */
  contacting: [
    '{things}',
    '{ads}',
    '{saying}',
    '{say}',
    '{said}',
    'me',
    'us',
    'my phone',
    'my number',
  ],
  /** What "this is not" is followed by when no name is. */
  notNames:
    list(`it, right, true, correct, working, good, fair, ok, funny, mine, my, a, an, the, what, how, enough, urgent, over, about, for, possible, available,
    acceptable, clear, real, safe, cool, helpful, necessary, needed, useful, easy, nice, great, that, too, so, bad, done, complete, accurate, new, open, going, for me,
    cheap, free, legal, important, finished, normal, appropriate, ideal, yours, ours, his, hers, your, our, an emergency, happening, covered, included, ready, spam, professional, worth`),
  /** Instead of an end: when, where or how to call. */
  when: list(`before, after, until, til, till, at, on, during, while, between, today, tonight, tomorrow, this late, unless, if,
    from, in the morning, in the evening, in the afternoon, at night, this early, so early, so late, when, on weekends, this week, yet, just yet, on sunday, on sundays, that,
    just, but, the office, collect, names, an ambulance, back later, back until, back before, back today, the wrong, in sick, then, this weekend, for, as, without, through`),
  ...spanishGroups,
  ...frenchGroups,
};
