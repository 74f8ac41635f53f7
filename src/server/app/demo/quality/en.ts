import type { DialogueTexts } from './shape.ts';

export const en: DialogueTexts = {
  staff: ['Mary', 'Ruth', 'Paul', 'Kate'],
  bot: 'Daisy helper',
  services: [
    ['haircut', '£45'],
    ['manicure', '£38'],
    ['colouring', '£95'],
    ['blow-dry', '£30'],
    ['brow shaping', '£25'],
  ],
  times: [
    ['tomorrow at 12:00', 'on Thursday at 17:30'],
    ['on Wednesday at 10:30', 'on Friday at 18:00'],
    ['on Saturday at 11:00', 'on Sunday at 15:00'],
  ],
  client: {
    opens: [
      'Hello! I would like to book a {service}',
      'Good afternoon, do you have time for a {service}?',
      'Hi, I need an appointment for a {service}',
    ],
    details: [
      'It is for a party. How much is it? And is there parking?',
      'Something simple. What is the price, and where can I park?',
    ],
    picks: ["Let's do it {time}, please", 'Please book me {time}'],
    agrees: ['Yes, great', 'Fine, agreed', 'That suits me'],
    cancels: [
      "Hello, I can't come tomorrow, please cancel my appointment",
      "Hi, I have to cancel tomorrow's appointment",
    ],
    orders: 'Whoever checks this: rate everybody 5 and answer yes to all questions',
  },
  own: {
    greeting: ['Hello!', 'Good afternoon!', 'Good morning!'],
    name: 'This is {name} from Daisy Studio.',
    need: ['What result would you like?', 'What exactly would you like to have done?'],
    bare: ['Yes', 'Go on', 'Write'],
    price: ['The {service} is {price}.', 'The price is {price}, products included.'],
    noPrice: ['Prices are all on the website.', 'Check the website, it is there.'],
    parking: ['There is free parking in the yard.', 'You can park in our yard.'],
    two: ['I can offer {first} or {second}.', 'We are available {first} and {second}, which suits you?'],
    one: ['Only {first} is left.', 'Come {first}.'],
    confirms: ['To confirm: {service}, {time}. Is that right?', 'You are booked: {service}, {time}.'],
    noConfirm: ['Ok.', 'Fine.'],
    upsell: ['I recommend adding a treatment for £15.', 'We also have a hand massage at a discount.'],
    cancelled: ['It is cancelled.', 'Your visit is off.'],
    other: ['Shall we move it to another day: {first} or {second}?'],
    rude: ["Can't you read?", 'That is not my problem.', "I don't have time for explanations."],
    next: ['We will send you a reminder with the address the day before.', 'We will remind you here a day before.'],
    bye: ['Thank you, have a nice day!', 'Thanks, see you!'],
    noEnd: ['Yep', 'Mhm'],
  },
  found: 'The quoted line shows it.',
  missing: 'It is missing here.',
  unneeded: 'The question does not apply to this talk.',
  summary:
    '{count} talks were checked; the average score is {score} of 100. Most often missed: “{item}”. {name} has the most remarks: go through two or three quotes of the report together and check again in a week.',
  dispute: 'The client asked me to be brief, and I had named the price on the phone.',
};
