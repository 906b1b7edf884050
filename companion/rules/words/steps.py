"""What the game waits for: the steps that every title shares."""

from companion.rules.words.vocabulary import StepWords

STEPS: dict[str, StepWords] = {
    "auction": StepWords("the sale of privates", "Privates"),
    "set_par": StepWords("naming a par price", "Par price"),
    "shares": StepWords("the turn in the stock round", "Shares"),
    "home": StepWords("the home token", "Home token"),
    "track": StepWords("laying track", "Track"),
    "token": StepWords("placing a token", "Token"),
    "run": StepWords("running trains", "Run trains"),
    "dividend": StepWords("the dividend", "Dividend"),
    "trains": StepWords("buying trains", "Trains"),
    "privates": StepWords("buying privates", "Privates"),
    "discard": StepWords("giving up a train", "Give up trains"),
    "chance": StepWords("a last chance", "A last chance"),
}
