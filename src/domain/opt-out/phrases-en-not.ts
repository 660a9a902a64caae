/** English: what looks like an opt-out and is none (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishNot: readonly Phrase[] = [
  {
    phrase:
      '{stop} (by|in|at|over|for|off|into|on|and shop|and think|and smell|and pick|and see|and go|and grab|and get|sign|signs|light|lights|watch|loss|motion|gap|short|worrying|crying|raining|being|stressing|lying|laughing|thinking|making|playing|the presses|the clock|away)',
    reading: 'not',
    examples: ['stop by tomorrow', 'stop at the desk', 'the stop sign fell over', 'Stop worrying'],
  },
  {
    phrase:
      '{stop} [the|my|that|this|your|our|all|paying|taking|a|an|any|these] [the|my|auto|automatic|monthly|future|next|recurring|last|first|a|your] [auto|automatic|monthly|recurring] {business}',
    reading: 'not',
    examples: ['stop payment', 'please stop the autopay', 'please stop my automatic payments'],
  },
  {
    phrase:
      '{stop} (paying|taking|charging|working|drinking|smoking|using|eating|coming|going|billing|deducting|withdrawing)',
    reading: 'not',
    examples: ['can I stop taking it before surgery', 'if I stop paying what happens'],
  },
  {
    phrase:
      'bus|next|last|first|second|third|truck|pit|rest|full|non|one|1|train|subway|metro|quick|each|every|another|1st|2nd|short|two|final|whistle|tram|a|the|my|that|an|which|your|f|door|back {stop}',
    reading: 'not',
    examples: [
      'the bus stop is closed',
      'next stop Boston',
      'non stop',
      'my first stop is your office',
    ],
  },
  {
    phrase:
      '(cant|cannot|can not|couldnt|wont|will not|wouldnt|didnt|did not|doesnt|does not|never|dont|do not|not|not to|dont ever|not going to) ({stop}|stopping|cancel|{optOut}|end|quit)',
    reading: 'not',
    examples: ["don't stop", 'I cannot stop thinking about it', "please don't stop texting me"],
  },
  {
    phrase:
      '(not|dont|didnt) (ask|asking|asked|want|wanting|trying|need) to ({stop}|{optOut}|cancel|be removed)',
    reading: 'not',
    examples: ['I did not ask to stop', 'I am not trying to opt out'],
  },
  {
    phrase:
      '(she|he|they|mom|dad|son|baby|dog|rain|car) (stop|stops|wont stop|will not stop|cant stop|stopped|quit|can stop|will stop|would stop|should stop)',
    reading: 'not',
    examples: ['he will not stop calling me', 'they stop by'],
    counterExamples: ['STOP, he is dead'],
  },
  {
    phrase:
      '(i|we|you|ill|well|gonna|going to|can|could|should|might|may|would|will|need to|have to|want to|had to|like to|let me|lets|able to|told to|told me to|time to) {stop} (by|in|at|over|for|off|and|on|somewhere|to)',
    reading: 'not',
    examples: ['I will stop by tomorrow', 'is it ok if I stop by around noon'],
  },
  {
    phrase:
      '(where|when does|when do|why|did|if i|after|before|until|once|what if|what does|charges|the charges would|does) ~2 {stop}',
    reading: 'not',
    examples: [
      'when does the rain stop',
      'if I stop then what',
      'why did you stop sending me coupons',
    ],
    counterExamples: [
      'when will this stop',
      'I would like to stop',
      'this is not john stop',
      'who is this stop',
      'This person is deceased stop',
    ],
  },
  {
    phrase:
      '(why did|did|have|has|had|how come) [you|they|he|she|it|we|the texts|your company] {quit} {saying}',
    reading: 'not',
    examples: ['why did you stop sending me coupons', 'did you stop texting'],
  },
  {
    phrase:
      'reply|text|txt|send|type|respond|replying|texting|write|sending {stop} [to|2|for|if|when|at|or]',
    reading: 'not',
    examples: ['Reply STOP to end these texts', 'text stop to quit'],
  },
  {
    phrase: '{stop} (to|2|for) {ends}',
    reading: 'not',
    examples: ['Reply HELP for help, STOP to quit.'],
  },
  {
    phrase: '{stop} [to|2|for] {ends} these|all|texts|messages|msgs|future',
    reading: 'not',
    examples: ['Text STOP to end these texts from us and HELP for help'],
  },
  {
    phrase:
      '(does|is|do|will|what|with|word|the|keyword) ({stop}|{optOut}) (work|mean|do|policy|option|link|process|policies|for|button|page)',
    reading: 'not',
    examples: ['Does STOP work to end these?', 'what is the opt out policy?'],
  },
  {
    phrase:
      '({stop}|cancel|end) [my|our|the] (subscription|enrollment) (to|for|of) <the|my|a|that>',
    reading: 'not',
    examples: ['I need to stop my subscription to the magazine in May, how?'],
  },
  {
    phrase: '{stop} and (shop|go|frisk|restart|start|wait|think)',
    reading: 'not',
    examples: ['stop and shop on route 9'],
  },
  {
    phrase: '{optOut} (of|from) [the|my|your|a|auto|all] {business}',
    reading: 'not',
    examples: [
      'is there a way to opt out of paperless billing',
      'how do I unsubscribe from the gym',
    ],
  },
  {
    phrase:
      '{optOut} from [the|your|my|a|their] (newsletter|newsletters|podcast|channel|emails|email)',
    reading: 'not',
    examples: ['unsubscribed from the newsletter but want the texts'],
  },
  {
    phrase: '{stop} (the|our|a|an|his|their|her|its|her)',
    reading: 'not',
    examples: ['Please stop the warehouse project'],
    counterExamples: ['stop the texts', 'stop the madness'],
  },
  {
    phrase: '(when|if|before|after|while|every time|whenever) (i|we|he|she|it|they) {stop}',
    reading: 'not',
    examples: ['my brakes squeal when I stop'],
  },
  {
    phrase: '{optOut} (of|from) (the|my|our|a|an|his|her|auto|paperless|extended)',
    reading: 'not',
    examples: ['I want to opt out of the extended warranty'],
    counterExamples: ['I want to opt out of the texts'],
  },
  {
    phrase:
      '(remove|take|cancel|drop) (me|us) (from|off) [the|my|this|a] ~1 (schedule|calendar|meeting|route|shift|invite|trip|appointment|rotation)',
    reading: 'not',
    examples: ["please remove me from Friday's schedule", 'take me off the route tomorrow'],
  },
  {
    phrase: '{stop} sending [it|them|me|these] (until|till|for now)',
    reading: 'not',
    examples: ['stop sending until spring'],
  },
];
