/** English: what others stop, suffer or are sued for, and what was done by mistake (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishNotOthers: readonly Phrase[] = [
  {
    phrase:
      '(doc|doctor|doctors|dr|wife|husband|mom|dad|boss|he|she|they|teacher|coach|vet|dentist|nurse|therapist|pharmacist|surgeon|landlord|school|trainer|judge) (told|asked|wants|advised|tells|said|says|begged) [me|us|him|her] [that] [i] [to|should|must] ({stop}|quit|cease)',
    reading: 'not',
    examples: [
      "doc told me to stop lifting so I can't do boot camp",
      'my wife asked me to stop buying shoes',
    ],
    counterExamples: ['my wife told you to stop texting her', 'stop. my wife handles this'],
  },
  {
    phrase:
      '{quit} (leaving the|leaving my|leaving packages|leaving boxes|leaving trash|leaving it|leaving stuff|leaving them|blocking my|blocking the|parking|throwing|barking|snowing|beeping|lifting|buying|bleeding|running|driving|drinking|growing|feeding|watering|watching|accepting|offering|serving|carrying|delivering|hurting|itching|coughing|vomiting|leaking|dripping|flashing|fighting|chewing|scratching|shedding|wearing|printing|mowing|plowing|digging|building|construction|vaping|the construction|nursing|breastfeeding|screaming|complaining|believing|limping|spinning|auto)',
    reading: 'not',
    examples: [
      'Tell your delivery guy to stop leaving packages in the rain',
      "Make it stop snowing and I'll be there",
    ],
    counterExamples: ['stop leaving me voicemails'],
  },
  {
    phrase:
      '{quit} sending [me|us|him|her|out] [my|the|your|these|any|all|more|paper] [paper|monthly|new|extra] (bills|bill|statements|statement|checks|check|cheques|packages|package|invoices|invoice|catalogs|catalog|magazines|magazine|paper|boxes|samples|drivers|technicians|orders|order|refills|prescriptions)',
    reading: 'not',
    examples: ['Stop sending the bills to my old address', 'stop sending paper statements'],
    counterExamples: ['stop sending me texts'],
  },
  {
    phrase:
      '{quit} sending ~4 (to my old|to the old|to the wrong|to my neighbor|to my neighbors|to my ex|to our old|to that address|to my previous)',
    reading: 'not',
    examples: ['stop sending mail to my old address'],
    counterExamples: ['stop sending texts to my phone'],
  },
  {
    phrase:
      '(we|gotta|lets|must|help|got to|have to|need to) {stop} (him|her|the|hate|this bill|this guy|this man|that bill|gun|crime)',
    reading: 'not',
    examples: ['we gotta stop him in november', 'we need to stop this bill'],
    counterExamples: ['you need to stop texting him'],
  },
  {
    phrase:
      '[oh|aww|aw|haha|hahaha|lol|omg|awe|ha] {stop} [it] (youre|you are|ur|u r|youre making|you make|thats|that is|this is|its) [so|too|making|me|very|such|being|just] [so|too|me|a] (kind|sweet|funny|silly|nice|cute|blush|laugh|killing|adorable|hilarious|amazing|doll|generous|much)',
    reading: 'not',
    examples: [
      "oh stop you're too kind",
      'aww stop it you are too funny',
      'haha stop you make me laugh',
    ],
    counterExamples: ['stop, you are so annoying', "stop you're harassing me"],
  },
  {
    phrase:
      '~3 (oh|aww|aw|haha|hahaha|lol|omg|awe|ha) {stop} [it] (youre|you are|ur|u r) [so|too|making|very|such|being|just] [so|too|me|a] (kind|sweet|funny|silly|nice|cute|blush|killing|adorable|hilarious|amazing|doll|generous) ~8',
    reading: 'not',
    where: 'text',
    examples: ["oh stop 😂 you're too kind. see you Monday"],
    counterExamples: ['stop, not funny'],
  },
  {
    phrase:
      '(being|got|getting|gets|been|is|was|were|are) harassed (at|on|in|online|by a|by an|by my|by her|by his|by two|by some|by other|by boys)',
    reading: 'not',
    examples: ['My daughter is being harassed at school by two boys'],
    counterExamples: ['I am being harassed by you people'],
  },
  {
    phrase:
      '(neighbor|neighbors|ex|boss|coworker|coworkers|kids|boy|boys|girl|girls|someone|somebody|man|guy|tenant|tenants|landlord|manager|student|students|kid|bully|bullies|dog|driver|employee) [is|are|was|were|keeps|keep|kept|has|have] [been] (harassing|harassed|harass)',
    reading: 'not',
    examples: ['my neighbor keeps harassing me', 'someone is harassing me online'],
    counterExamples: ['you are harassing me'],
  },
  {
    phrase:
      '(sue|suing|lawsuit|court|legal action|small claims|{lawyer}|{agency}|charges|complaint|report you|reporting you|litigation) ~3 (if|unless|until) [you|u|yall|they|it|this|my|the] ~2 (fix|pay|repair|refund|return|replace|deliver|finish|resolve|fixed|paid|refunded|repaired|replaced|returned|reimburse|reimbursed|cover|resolved|credited)',
    reading: 'not',
    examples: [
      "I will sue if you don't fix my roof",
      "I'll report you to the BBB if my roof isn't fixed",
    ],
    counterExamples: ['I will sue if you text me again', "I'll sue if you don't stop"],
  },
  {
    phrase:
      '(sue|suing|lawsuit|small claims|{agency}|complaint|report you|reporting you|reported you) ~3 (for|about|over|regarding|because of) ~4 (fee|fees|refund|roof|bill|bills|charge|charges|deposit|repair|repairs|order|warranty|damage|damages|leak|claim|price|delivery|product|car|house|tow|towing|mold|rent|furniture|appliance|contract)',
    reading: 'not',
    examples: [
      'Im reporting you to the BBB for that tow fee',
      "I'm filing a complaint with the BBB about my refund",
    ],
    counterExamples: ['reporting you to the FCC for these texts'],
  },
  {
    phrase:
      '(sue|suing) (my|him|her|our|the contractor|the landlord|the builder|the driver|the city|the roofer|the hospital|the insurance|the seller|the store|the school)',
    reading: 'not',
    examples: ["I'll sue the contractor", 'I am suing my landlord'],
    counterExamples: ['I will sue you'],
  },
  {
    phrase:
      '(accidentally|mistakenly|accidently|accident|mistake|didnt mean to|did not mean to|never meant to|unintentionally) [i|and|have|was|got|been|text|texted|send|sent|hit|type|typed|reply|replied] [i|have|was|got|been] ({optOut}|{stop})',
    reading: 'not',
    examples: [
      'I accidentally unsubscribed',
      "I didn't mean to opt out",
      'I accidentally texted STOP',
    ],
  },
  {
    phrase:
      '({optOut}|{stop}) (by mistake|by accident|accidentally|accidently|on accident|in error|mistakenly|unintentionally)',
    reading: 'not',
    examples: ['I unsubscribed by mistake', 'I sent STOP by accident'],
  },
  {
    phrase:
      '~10 ({optOut}|{stop}) ~10 (add me back|sign me back|sign me up|want back in|want back on|back in|back on the list|still want the|still want your|still want to get|resubscribe|get back on|rejoin|opt back in|opt in again|want them back|turn them back on|undo that|undo it|start again) ~8',
    reading: 'not',
    where: 'text',
    examples: [
      'I unsubscribed last year but want back in, how',
      'I got a text saying I was unsubscribed. I still want the alerts',
    ],
    counterExamples: ['I unsubscribed last year and you are back'],
  },
  {
    phrase:
      '~6 {never} {say} [me|us] [just|instead|please|only] (text|message|txt|email|call|write) (me|us|only|instead) [instead|only|please] [back|later|tomorrow]',
    reading: 'not',
    where: 'text',
    examples: ["don't call, text me", "Please don't call. Text only."],
    counterExamples: ["don't call or text me", "don't call me or text me"],
  },
  {
    phrase:
      '(i|we|ive|he|she|my wife|my husband) (gave|put|entered|typed|wrote|dialed|called|texted|listed|sent|left|accidentally gave|have given|mistakenly gave) [you|down|in|them|him|her|guys] (the|a|my) {wrong}',
    reading: 'not',
    examples: [
      'I gave you the wrong number earlier, mine ends in 44',
      'I put the wrong number on the form',
    ],
    counterExamples: ['you dialed the wrong number'],
  },
  {
    phrase: '{wrong} of',
    reading: 'not',
    examples: ['that is the wrong number of guests'],
  },
  {
    phrase:
      '~6 {deceased} ~6 (close|transfer|update|change|handle|handling|switch|remove her name|take over|cancel) ~3 (account|policy|plan|bill|card|service|membership|title|lease|subscription|appointment) ~6',
    reading: 'not',
    where: 'text',
    examples: ['mom passed away, how do I close her account'],
    counterExamples: ['mom passed away, take her off your list'],
  },
  {
    phrase:
      '~5 (work|office|business|company) (phone|number|line|cell) ~3 (call|text|use|try|reach me at|reach me on) (my|me on|the other|me at) ~6',
    reading: 'not',
    where: 'text',
    examples: ['this is my work phone, call my cell'],
    counterExamples: ['this is a work phone, stop calling'],
  },
  {
    phrase:
      '(remove|take|cancel|drop|get|move|bump) (me|us|him|her) (from|off|off of|up) [the|my|this|a|your] (waitlist|wait list|waiting list|standby|standby list|shift|guest list|class list)',
    reading: 'not',
    examples: ['take me off the waitlist for the 5pm'],
    counterExamples: ['take me off your list'],
  },
  {
    phrase: '({optOut}) (deadline|period|form|date|window|option|fee|rate)',
    reading: 'not',
    examples: ["what's the opt out deadline for benefits"],
  },
  {
    phrase:
      '(do you have|is there|what is|whats|have you got) (a|your|the) {doNotCall} [list] [policy|option|list]',
    reading: 'not',
    examples: ['do you have a no call list policy'],
  },
  {
    phrase:
      '(illegal|against the law|unlawful) to (park|drive|burn|own|build|rent|keep|have|sell|record|fish|hunt|dump|smoke|turn)',
    reading: 'not',
    examples: ['is it illegal to park there'],
    counterExamples: ['it is illegal to text me'],
  },
  {
    phrase: 'kick off (is|starts|begins|will|was|party|meeting|call)',
    reading: 'not',
    examples: ['kick off is at noon'],
  },
  {
    phrase:
      '(my|our) {lawyer} (will|can|is going to) [be] (call|calling|contact|contacting|reach|reaching) [you|u] [out] [to you] (about|regarding|with|for) (the|my|our|a) <closing|deed|title|contract|will|estate|sale|paperwork|documents|settlement|papers|lease>',
    reading: 'not',
    examples: ['my lawyer will call you about the closing'],
    counterExamples: ['my lawyer will call you about the harassment'],
  },
  {
    phrase:
      '~3 {never} {say} ~6!{alsoNot} (use|try) (this one|the other|my other|my new|the new|this number instead) ~3',
    reading: 'not',
    where: 'text',
    examples: ["don't call 302-555-0147, it's disconnected, use this one"],
    counterExamples: ["don't call me or use this number"],
  },
  {
    phrase:
      '{never} send [me|us] [the|your|these] (updates|surveys|survey|offers|coupons|specials) (to my|to the|until|before|on|by mail)',
    reading: 'not',
    examples: ["don't send updates to my email, text them"],
  },
  {
    phrase:
      '{stop} [the|these|your] (updates|ads|specials|deals) (on my|on the|in my) (computer|laptop|tv|tablet|app|website|pc)',
    reading: 'not',
    examples: ['stop the updates on my computer'],
  },
];
